import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../../tools/build.mjs'

/** Stricter than any page of the project: what runs under it runs under theirs. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; base-uri 'none'; form-action 'none'"

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const output = here('../dist/gallery')

/** The gallery as its build leaves it, served with a strict policy. */
export const serveGallery = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  await build(['gallery'])
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery')
    const path = join(output, normalize(pathname))
    readFile(path).then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path)] ?? 'application/octet-stream',
            'content-security-policy': POLICY,
          })
          .end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((done) => server.close(() => done()))
  return { url: `http://127.0.0.1:${port}`, stop }
}
