/** Where somebody who signed in begins. */
export default function HomePage() {
    return <h1>Home</h1>;
}
