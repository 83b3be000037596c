/** The reference of the API, made from the contract that this server hands out. */
export default function ReferencePage() {
    return <h1>API reference</h1>;
}
