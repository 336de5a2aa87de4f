import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from './page-headers.ts'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>OpenAuth API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`
const script = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, docExpansion: 'none', filter: true })
`

/** Swagger UI draws with inline styles and data: images; scripts stay the server's own files. */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The API reference at /docs, rendered from /openapi.json. */
export const docs = async (app: FastifyInstance): Promise<void> => {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/',
    index: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/.test(path),
  })
  app.get('/docs', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ ...pageHeaders, 'content-security-policy': policy })
      .send(page),
  )
  app.get('/docs/', async (_, reply) => reply.redirect('/docs', 301))
  app.get('/docs/start.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(script))
}
