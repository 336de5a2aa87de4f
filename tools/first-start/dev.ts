import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { builtClone, hasOwnNetwork, inOwnNetwork, type Part } from './part-context.ts'
import { ready, said, start, stop } from './program.ts'

/** Of every file's name and content below a folder. */
const digestOf = (folder: string): string => {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  for (const name of files.toSorted()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

const inTurn = async (folder: string, command: string[], environment: Record<string, string> = {}) => {
  const program = start(hasOwnNetwork ? inOwnNetwork(command) : command, { folder, environment })
  await said(program, /OpenAuth is ready at/).finally(() => stop(program))
  return program.output()
}

/** `npm run dev` between two runs of `npm start`: L5 and L11 of the findings. */
export const dev: Part = async (context) => {
  await context.attempt('npm run dev leaves the data and the page of npm start alone', async () => {
    const folder = builtClone(context)
    const page = join(folder, 'player-web/dist')
    const before = digestOf(page)
    await inTurn(folder, ['npm', 'run', 'dev'], { PORT: '5566' })
    if (existsSync(join(folder, 'data'))) throw new Error('npm run dev has written in data/')
    if (!existsSync(join(folder, 'data-dev'))) throw new Error('npm run dev has not written in data-dev/')
    if (digestOf(page) !== before) throw new Error('npm run dev has changed player-web/dist')
    const program = start(['npm', 'start'], { folder })
    const url = await ready(program)
    const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text().finally(() => stop(program))
    if (/Building/.test(program.output())) throw new Error('npm start builds again after npm run dev')
    // The server writes the app's name and settings into the page; its script is the build's.
    const script = /src="[^"]*\/assets\/[^"]+\.js"/.exec(readFileSync(join(page, 'index.html'), 'utf8'))
    if (!script || !html.includes(script[0])) throw new Error('npm start does not serve its own build')
  })
}
