// Sends a message of each type with two SDKs of the WhatsApp Cloud API, and prints what they make of the answers, as JSON.
// Usage: node use-whatsapp.mjs BASE_URL PHONE_NUMBER_ID ACCESS_TOKEN
import GreatDetail from "@great-detail/whatsapp";
import { WhatsAppClient } from "@kapso/whatsapp-cloud-api";

const [baseUrl, number, token] = process.argv.slice(2);
const TO = "+12025550100";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const link = "https://example.com/file";
const card = { name: { formatted_name: "Ana", first_name: "Ana" }, phones: [{ phone: TO }] };

async function kapso() {
  const { messages, media, templates } = new WhatsAppClient({ baseUrl, accessToken: token });
  const to = { phoneNumberId: number, to: TO };
  const picture = await media.upload({ phoneNumberId: number, type: "image/png", file: new Blob([PNG]), fileName: "a.png" });
  const bytes = await media.download({ mediaId: picture.id, phoneNumberId: number, auth: "always" });
  const text = await messages.sendText({ ...to, body: "Hello" });
  const messageId = text.messages[0].id;
  const place = { latitude: 37.7, longitude: -122.4, name: "HQ", address: "Here" };
  const cards = [{ name: { formattedName: "Ana", firstName: "Ana" }, phones: [{ phone: TO }] }];
  const sections = [{ title: "S", rows: [{ id: "a", title: "A" }] }];
  const sent = {
    text,
    image: await messages.sendImage({ ...to, image: { id: picture.id, caption: "A" } }),
    video: await messages.sendVideo({ ...to, video: { link } }),
    audio: await messages.sendAudio({ ...to, audio: { link } }),
    document: await messages.sendDocument({ ...to, document: { link, filename: "a.pdf" } }),
    sticker: await messages.sendSticker({ ...to, sticker: { link } }),
    location: await messages.sendLocation({ ...to, location: place }),
    contacts: await messages.sendContacts({ ...to, contacts: cards }),
    reaction: await messages.sendReaction({ ...to, reaction: { messageId, emoji: "+" } }),
    buttons: await messages.sendInteractiveButtons({ ...to, bodyText: "?", buttons: [{ id: "a", title: "A" }] }),
    list: await messages.sendInteractiveList({ ...to, bodyText: "?", buttonText: "Open", sections }),
    template: await messages.sendTemplate({ ...to, template: { name: "order_ready", language: { code: "en_US" } } }),
  };
  const read = await messages.markRead({ phoneNumberId: number, messageId, typingIndicator: { type: "text" } });
  const refused = await messages.sendText({ ...to, to: "+12025550157", body: "Hello" }).catch((error) => error.code);
  const template = await templates.create({
    businessAccountId: number,
    name: "order_ready",
    language: "en_US",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello" }],
  });
  return { ids: idsOf(sent), downloaded: bytes.byteLength, read: read.success, refused, template: typeof template.id };
}

async function greatDetail() {
  const headers = { Authorization: `Bearer ${token}` };
  const sdk = new GreatDetail({ baseUrl: `${baseUrl}/v23.0`, request: { headers } });
  const send = (type, content) => sdk.message.createMessage({ phoneNumberID: number, to: TO, type, [type]: content }).json();
  const file = new Blob([PNG], { type: "image/png" });
  const picture = await sdk.media.upload({ phoneNumberID: number, mimeType: "image/png", file }).json();
  const text = await send("text", { body: "Hello" });
  const message_id = text.messages[0].id;
  const buttons = [{ type: "reply", reply: { id: "a", title: "A" } }];
  const sent = {
    text,
    image: await send("image", { id: picture.id }),
    video: await send("video", { link }),
    audio: await send("audio", { link }),
    document: await send("document", { link }),
    sticker: await send("sticker", { link }),
    location: await send("location", { latitude: "37.7", longitude: "-122.4", name: "HQ", address: "Here" }),
    contacts: await send("contacts", [card]),
    reaction: await send("reaction", { message_id, emoji: "+" }),
    buttons: await send("interactive", { type: "button", body: { text: "?" }, action: { buttons } }),
    template: await send("template", { name: "order_ready", language: { code: "en_US" } }),
  };
  const seen = { phoneNumberID: number, message_id, status: "read", typing_indicator: { type: "text" } };
  const read = await sdk.message.createStatus(seen).json();
  return { ids: idsOf(sent), read: read.success, picture: typeof picture.id };
}

function idsOf(sent) {
  return Object.fromEntries(Object.entries(sent).map(([type, answer]) => [type, answer.messages[0].id]));
}

console.log(JSON.stringify({ kapso: await kapso(), greatDetail: await greatDetail() }));
