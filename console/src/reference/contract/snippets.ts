/** Code that verifies the signature of a delivery, in common languages. */
export const SNIPPETS: readonly { readonly name: string; readonly text: string }[] = [
    {
        name: 'Node.js',
        text: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether Postrider sent a delivery: body as received, secret as "whsec_…". */
export function isGenuine(headers, body, secret) {
    const id = headers['webhook-id'];
    const timestamp = headers['webhook-timestamp'];
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) {
        return false;
    }
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
    return headers['webhook-signature'].split(' ').some((signature) => {
        const [version, value] = signature.split(',');
        const given = Buffer.from(value ?? '', 'base64');
        return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
`,
    },
    {
        name: 'Python',
        text: `import base64, hashlib, hmac, time

def is_genuine(headers, body: bytes, secret: str) -> bool:
    """Whether Postrider sent a delivery: body as received, secret as "whsec_…"."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(signature, "v1," + expected)
        for signature in headers["webhook-signature"].split(" ")
    )
`,
    },
    {
        name: 'Java',
        text: `import java.security.*;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
    /** Whether Postrider sent a delivery: body as received, secret as "whsec_…". */
    static boolean isGenuine(String id, String timestamp, String signatures, byte[] body, String secret)
            throws GeneralSecurityException {
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            return false;
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes());
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        return Arrays.stream(signatures.split(" "))
                .anyMatch(given -> MessageDigest.isEqual(given.getBytes(), expected.getBytes()));
    }
}
`,
    },
    {
        name: 'Go',
        text: `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsGenuine reports whether Postrider sent a delivery: body as received, secret as "whsec_…".
func IsGenuine(headers http.Header, body []byte, secret string) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), expected) {
			return true
		}
	}
	return false
}
`,
    },
];
