import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Text that is worth it; fonts and pictures are compressed already. */
const compressible = /\.(js|css|svg|html|json)$/
/** Smaller files fit a packet as they are. Bytes. */
const LEAST = 1024

const encodings = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

const precompressFile = async (path: string): Promise<void> => {
  const content = await readFile(path)
  if (content.length <= LEAST) return
  for (const [ending, encode] of Object.entries(encodings)) {
    const encoded = await encode(content)
    if (encoded.length < content.length) await writeFile(`${path}.${ending}`, encoded)
  }
}

/** Puts `.br` and `.gz` beside every text file of more than a kilobyte below a folder. */
export const precompressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((file) => precompressFile(join(file.parentPath, file.name))))
}

/** After a build, compresses once what the server would have to at every request. A build that watches leaves it. */
export const precompress = (): Plugin => {
  let folder: string | undefined
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = build.watch ? undefined : resolve(root, build.outDir)
    },
    // Files of `public/` are copied before the bundle is written.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        if (folder) await precompressFolder(folder)
      },
    },
  }
}
