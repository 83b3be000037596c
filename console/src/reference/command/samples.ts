import type { Command } from './curl';
import type { Word } from './quoting';
import type { Prepared } from './request';

/** A language that samples are written in. Each needs nothing but its standard library. */
export type Language = 'javascript' | 'python' | 'java' | 'go';

export const LANGUAGES: readonly Language[] = ['javascript', 'python', 'java', 'go'];

/** The syntax of a language. */
interface Style {
    /** A text of one line, or of several. */
    readonly text: (text: string) => string;
    /** The value of an environment variable. */
    readonly variable: (name: string) => string;
    readonly join: string;
    readonly program: (parts: Parts) => string;
}

/** The parts of a program in its language. */
interface Parts {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Body;
    readonly keepsCookies: boolean;
}

type Body = { readonly kind: 'none' } | { readonly kind: 'text' | 'file'; readonly code: string };

const STYLES: Readonly<Record<Language, Style>> = {
    javascript: {
        text: (text) => (text.includes('\n') ? `\`${text.replace(/[`\\]|\$\{/g, '\\$&')}\`` : JSON.stringify(text)),
        variable: (name) => `process.env.${name}`,
        join: ' + ',
        program: javascript,
    },
    python: {
        // A literal of JSON is one of Python.
        text: (text) => (text.includes('\n') ? `"""${escaped(text)}"""` : JSON.stringify(text)),
        variable: (name) => `os.environ[${JSON.stringify(name)}]`,
        join: ' + ',
        program: python,
    },
    java: {
        text: (text) =>
            text.includes('\n') ? `"""\n${indented(escaped(text), '                ')}"""` : JSON.stringify(text),
        variable: (name) => `System.getenv(${JSON.stringify(name)})`,
        join: ' + ',
        program: java,
    },
    go: {
        text: (text) => (text.includes('\n') && !text.includes('`') ? `\`${text}\`` : JSON.stringify(text)),
        variable: (name) => `os.Getenv(${JSON.stringify(name)})`,
        join: ' + ',
        program: go,
    },
};

/** The program that makes a request and prints the status and the body of its answer, or why there is none. */
export function sample(request: Prepared, language: Language): Command {
    const [wrong] = request.faults;
    if (wrong !== undefined) {
        return { wrong };
    }
    if (request.content?.kind === 'form') {
        return { wrong: 'The standard library writes no multipart/form-data. Use the cURL command.' };
    }
    const style = STYLES[language];
    const headers = request.headers.map(([name, word]) => [name, wordIn(style, word)] as const);
    if (request.readsCookies) {
        headers.push(['Cookie', style.variable('SESSION_COOKIE')]);
    }
    const text = style.program({
        method: request.method,
        url: style.text(request.url),
        headers,
        body: bodyIn(style, request.content),
        keepsCookies: request.keepsCookies,
    });
    return { text: text.replace(/\n+$/, '') };
}

function bodyIn(style: Style, content: Prepared['content']): Body {
    switch (content?.kind) {
        case 'text':
            return { kind: 'text', code: style.text(content.text) };
        case 'file':
            return { kind: 'file', code: style.text(content.file) };
        default:
            return { kind: 'none' };
    }
}

function wordIn(style: Style, { text, variable }: Word): string {
    const parts = [
        ...(text === '' && variable !== undefined ? [] : [style.text(text)]),
        ...(variable === undefined ? [] : [style.variable(variable)]),
    ];
    return parts.join(style.join);
}

/** Within three quotation marks a backslash escapes, and three of them end the text. */
function escaped(text: string): string {
    return text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""').replace(/"$/, '\\"');
}

function indented(text: string, by: string): string {
    return text.replaceAll(/^/gm, by);
}

function lines(...parts: readonly (string | false | readonly string[])[]): string {
    return parts.flatMap((part) => (part === false ? [] : part)).join('\n');
}

function javascript({ method, url, headers, body, keepsCookies }: Parts): string {
    return lines(
        body.kind === 'file' && "import { readFile } from 'node:fs/promises';\n",
        `const response = await fetch(${url}, {`,
        `    method: '${method}',`,
        '    headers: {',
        headers.map(([name, value]) => `        '${name}': ${value},`),
        '    },',
        body.kind === 'text' && `    body: ${body.code},`,
        body.kind === 'file' && `    body: await readFile(${body.code}),`,
        "    redirect: 'manual',",
        '});',
        keepsCookies && "console.log(response.headers.get('set-cookie'));",
        'console.log(response.status, await response.text());',
    );
}

function python({ method, url, headers, body, keepsCookies }: Parts): string {
    return lines(
        'import os',
        'import urllib.error',
        'import urllib.request',
        '',
        'request = urllib.request.Request(',
        `    ${url},`,
        `    method="${method}",`,
        '    headers={',
        headers.map(([name, value]) => `        "${name}": ${value},`),
        '    },',
        body.kind === 'text' && `    data=${body.code}.encode(),`,
        body.kind === 'file' && `    data=open(${body.code}, "rb").read(),`,
        ')',
        'try:',
        '    response = urllib.request.urlopen(request)',
        'except urllib.error.HTTPError as problem:',
        '    response = problem',
        keepsCookies && 'print(response.headers["Set-Cookie"])',
        'print(response.status, response.read().decode())',
    );
}

function java({ method, url, headers, body, keepsCookies }: Parts): string {
    const publisher = {
        none: 'BodyPublishers.noBody()',
        text: `BodyPublishers.ofString(${body.kind === 'none' ? '' : body.code})`,
        file: `BodyPublishers.ofFile(Path.of(${body.kind === 'none' ? '' : body.code}))`,
    }[body.kind];
    return lines(
        'import java.net.URI;',
        'import java.net.http.HttpClient;',
        'import java.net.http.HttpRequest;',
        'import java.net.http.HttpRequest.BodyPublishers;',
        'import java.net.http.HttpResponse.BodyHandlers;',
        body.kind === 'file' && 'import java.nio.file.Path;',
        '',
        'void main() throws Exception {',
        `    var request = HttpRequest.newBuilder(URI.create(${url}))`,
        `            .method("${method}", ${publisher})`,
        headers.map(([name, value]) => `            .header("${name}", ${value})`),
        '            .build();',
        '    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
        keepsCookies && '    IO.println(response.headers().allValues("Set-Cookie"));',
        '    IO.println(response.statusCode() + " " + response.body());',
        '}',
    );
}

function go({ method, url, headers, body, keepsCookies }: Parts): string {
    const isRead = headers.some(([, value]) => value.includes('os.Getenv')) || body.kind === 'file';
    const reader = {
        none: 'nil',
        text: `strings.NewReader(${body.kind === 'none' ? '' : body.code})`,
        file: 'file',
    }[body.kind];
    return lines(
        'package main',
        '',
        'import (',
        '\t"fmt"',
        '\t"io"',
        '\t"net/http"',
        isRead && '\t"os"',
        body.kind === 'text' && '\t"strings"',
        ')',
        '',
        'func check(err error) {',
        '\tif err != nil {',
        '\t\tpanic(err)',
        '\t}',
        '}',
        '',
        'func main() {',
        body.kind === 'file' && [`\tfile, err := os.Open(${body.code})`, '\tcheck(err)'],
        `\trequest, err := http.NewRequest("${method}", ${url}, ${reader})`,
        '\tcheck(err)',
        headers.map(([name, value]) => `\trequest.Header.Set("${name}", ${value})`),
        '\tresponse, err := http.DefaultTransport.RoundTrip(request)',
        '\tcheck(err)',
        '\tdefer response.Body.Close()',
        '\tbody, err := io.ReadAll(response.Body)',
        '\tcheck(err)',
        keepsCookies && '\tfmt.Println(response.Header.Get("Set-Cookie"))',
        '\tfmt.Println(response.StatusCode, string(body))',
        '}',
    );
}
