import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A dapp's page with an adapter in it, as published ones are: `ask(type, payload)` resolves to the answer's payload. */
const page = `<!doctype html><meta charset="utf-8"><title>A dapp</title><body style="background:#123;color:#fff"><h1>A dapp</h1>
<script>
  const waiting = new Map()
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== parent || data.target !== 'iframe-wallet-adapter') return
    waiting.get(data.id)?.(data.payload)
  })
  window.ask = (type, payload) => new Promise((resolve) => {
    const id = crypto.randomUUID?.() ?? String(Math.random())
    waiting.set(id, resolve)
    setTimeout(() => resolve({ error: 'Request timeout' }), 45000)
    parent.postMessage({ target: 'iframe-wallet-adapter', id, type, payload }, '*')
  })
</script>`

/** Serves the dapp at an origin of its own; `/hang` is never answered, `/refuse` may not be framed. */
export const startDapp = async () => {
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/refuse')) response.setHeader('x-frame-options', 'DENY')
    if (!url?.startsWith('/hang')) response.setHeader('content-type', 'text/html').end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close().closeAllConnections()
    },
  }
}
