import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtClone, emptyFolder, installedClone, isRoot, NOBODY, type Part } from './part-context.ts'
import { ready, refusal, start, stop } from './program.ts'

/** Takes away the right to write from the folders of a clone. Its modules' files are shared with this checkout and stay. */
const seal = (folder: string, mode: (now: number) => number) => {
  for (const entry of [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]) {
    if (existsSync(entry) && statSync(entry).isDirectory()) chmodSync(entry, mode(statSync(entry).mode))
  }
}

/** Runs with a clone that whoever starts it may not write in: root's, where this is root, else its own with other modes. */
const asReader = async (folder: string, run: (uid: number | undefined) => Promise<void>) => {
  if (isRoot) return run(NOBODY)
  seal(folder, (mode) => mode & ~0o222)
  await run(undefined).finally(() => seal(folder, (mode) => mode | 0o200))
}

/** A checkout that whoever starts it may read only. */
export const readOnly: Part = async (context) => {
  const bare = installedClone(context, 'read-only')
  const built = builtClone(context)
  const home = { HOME: context.folder, npm_config_cache: join(context.folder, 'no-cache') }
  for (const script of ['start', 'run dev', 'test', 'run build'])
    await context.attempt(`npm ${script} in a read-only clone that was never built`, () =>
      asReader(bare, (uid) =>
        refusal(start(['npm', ...script.split(' ')], { folder: bare, uid, environment: home }), /cannot write in/),
      ),
    )
  await context.attempt('npm start in a read-only clone that was built, data in the clone', () =>
    asReader(built, (uid) =>
      refusal(start(['npm', 'start'], { folder: built, uid, environment: home }), /OPENAUTH_DATA_DIR/),
    ),
  )
  await context.attempt('npm start in a read-only clone that was built, data elsewhere', () =>
    asReader(built, async (uid) => {
      const data = emptyFolder(context, 'data')
      chmodSync(data, 0o777)
      const environment = { ...home, OPENAUTH_DATA_DIR: join(data, 'mine') }
      const program = start(['npm', 'start'], { folder: built, uid, environment })
      await ready(program).finally(() => stop(program))
    }),
  )
}

/** A data folder that cannot be made or written. */
export const dataFolder: Part = async (context) => {
  const folder = builtClone(context)
  const place = emptyFolder(context, 'data')
  writeFileSync(join(place, 'file'), '')
  mkdirSync(join(place, 'sealed'), { mode: 0o555 })
  mkdirSync(join(place, 'sealed-data'), { mode: 0o555 })
  const paths = {
    'a file': join(place, 'file'),
    'below a file': join(place, 'file/data'),
    'below a folder that is read-only': join(place, 'sealed/data'),
    'a folder that is read-only': join(place, 'sealed-data'),
    'in /proc': '/proc/openauth/data',
    'with a name that is too long': join(place, 'x'.repeat(300)),
    'so deep that its sockets have no name': join(place, 'deep/'.repeat(60)),
  }
  for (const [name, path] of Object.entries(paths))
    await context.attempt(`OPENAUTH_DATA_DIR is ${name}`, async () => {
      const environment = { HOME: context.folder, OPENAUTH_DATA_DIR: path }
      const program = start([process.execPath, join(folder, 'api/dist/main.js')], {
        folder,
        environment,
        uid: isRoot ? NOBODY : undefined,
      })
      await refusal(program, /data folder .*OPENAUTH_DATA_DIR/s)
    })
}
