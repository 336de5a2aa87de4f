import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scripts } from '../src/completion/scripts.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-completion-'))
  await mkdir(join(folder, 'bin'))
  // What the program prints is tested beside; here the shells' own scripts are.
  const program = `#!/bin/sh\necho "$0 $*" >> '${folder}/calls'\nprintf '%s\\n' 'My game' '--app' list 'it'"'"'s $(date)'\n`
  for (const name of ['openauth', 'npx']) {
    await writeFile(join(folder, 'bin', name), program)
    await chmod(join(folder, 'bin', name), 0o755)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

const run = async (shell: string, script: string): Promise<string[]> => {
  const path = join(folder, `script.${shell}`)
  await writeFile(path, script)
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder }
  const args = shell === 'bash' ? ['--norc', path] : [path]
  const { stdout } = await promisify(execFile)(shell, args, { env })
  return stdout.split('\n').slice(0, -1)
}

/** What bash completes after words. */
const bash = (words: string[]) => {
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const name = words[0]
  return run(
    'bash',
    `${scripts['bash']}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}
_openauth ${name}; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
}

test('bash offers what begins as the word does, quoted for the shell', async () => {
  expect(await bash(['openauth', 'use', ''])).toEqual(['My\\ game', '--app', 'list', "it\\'s\\ \\$\\(date\\)"])
  expect(await bash(['openauth', 'use', 'My'])).toEqual(['My\\ game'])
  expect(await bash(['openauth', 'use', 'My\\ g'])).toEqual(['My\\ game'])
  expect(await bash(['openauth', 'use', '"My g'])).toEqual(['My game'])
})

test('bash completes npx openauth too, and leaves other packages of npx alone', async () => {
  expect(await bash(['npx', 'openauth', 'li'])).toEqual(['list'])
  expect(await bash(['npx', 'other', ''])).toEqual([''])
})

test('every shell of this machine reads its script', async () => {
  const checks: Record<string, string[]> = { bash: ['-n'], zsh: ['-n'], fish: ['--no-execute'] }
  for (const [shell, args] of Object.entries(checks).filter(([name]) => isInstalled(name))) {
    const path = join(folder, `completion.${shell}`)
    await writeFile(path, scripts[shell]!)
    const { status, stderr } = spawnSync(shell, [...args, path], { encoding: 'utf8' })
    expect([shell, status, stderr]).toEqual([shell, 0, ''])
  }
})

test('fish, where it is installed, completes openauth and npx openauth', async () => {
  const shells = ['fish'].filter(isInstalled)
  for (const shell of shells) {
    expect(await run(shell, `${scripts['fish']}\ncomplete -C 'openauth use li'`)).toContain('list')
    expect(await run(shell, `${scripts['fish']}\ncomplete -C 'npx openauth use li'`)).toContain('list')
  }
  expect(Object.keys(scripts)).toContain('fish')
})
