import { EventEmitter } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CrashLog, describeError, openCrashLog } from '../src/main/crash-log.ts'
import { watchCrashes } from '../src/main/crashes.ts'

let folder: string
let log: CrashLog
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-crashes-'))
  log = openCrashLog(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const written = () => readFile(join(folder, 'crashes.log'), 'utf8')

describe('the log', () => {
  test('is told to have news once, also by the next start', () => {
    expect(log.takeNews()).toBe(false)
    log.write('uncaughtException', 'Error: Broken')
    const next = openCrashLog(folder)
    expect([next.takeNews(), next.takeNews()]).toEqual([true, false])
  })

  test('keeps the newest entries within its size, for the operator only', async () => {
    for (let index = 0; index < 60; index += 1) log.write(`entry-${index}`, 'x '.repeat(10_000))
    const text = await written()
    expect(text.length).toBeLessThanOrEqual(256 * 1024)
    expect(text).toContain('entry-59')
    expect(text).not.toContain('entry-0\n')
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\S+Z entry-\d+\n/)
    expect((await stat(join(folder, 'crashes.log'))).mode & 0o077).toBe(0)
  })

  test('that cannot be written ends nothing', () => {
    expect(() => openCrashLog(join(folder, 'absent')).write('uncaughtException', 'x')).not.toThrow()
  })
})

describe('the description of an error', () => {
  const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYg'

  test('has its name, its message and where it was thrown', () => {
    expect(describeError(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /)
  })

  test.each([
    ['a token', `refused Bearer ${token}`],
    ['a long secret', `key ${token} is wrong`],
    ['a short bearer token', 'Authorization: bearer abc'],
    ['the query of an address', 'GET https://a.example/login?code=abc failed'],
    ['a quoted part of a body', 'Unexpected token in "abc"}", "secret abc" is not valid JSON'],
    ['lines after the first', 'Failed\nbody: abc'],
  ])('has not %s', (_, message) => {
    const [first] = describeError(new Error(message)).split('\n    at')
    expect(first).not.toMatch(new RegExp(`abc|${token}`))
  })

  test('has neither the cause nor values that are no errors', () => {
    expect(describeError(new Error('Failed', { cause: 'body' }))).not.toContain('body')
    expect(describeError({ token })).toBe('object')
  })
})

describe('a crash', () => {
  const watch = () => {
    const [process, app, done] = [new EventEmitter(), new EventEmitter(), [] as string[]]
    watchCrashes({ process, app: app as never, log, end: () => done.push('end'), explain: () => done.push('explain') })
    return { process, app, done, contents: { reload: () => done.push('reload') } }
  }

  test('of the main process is written and ends the program; a rejection is written', async () => {
    const { process, done } = watch()
    process.emit('unhandledRejection', new Error('Left alone'))
    expect(done).toEqual([])
    process.emit('uncaughtException', new Error('Broken'))
    expect(done).toEqual(['end'])
    expect(await written()).toMatch(/unhandledRejection\nError: Left alone\n[^]*uncaughtException\nError: Broken\n/)
  })

  test('of a window loads it anew once, then is explained', async () => {
    const { app, done, contents } = watch()
    for (const reason of ['clean-exit', 'crashed', 'oom']) {
      app.emit('render-process-gone', {}, contents, { reason, exitCode: 5 })
    }
    expect(done).toEqual(['reload', 'explain'])
    app.emit('render-process-gone', {}, { reload: () => done.push('another') }, { reason: 'crashed', exitCode: 5 })
    expect(done.at(-1)).toBe('another')
    expect(await written()).toMatch(/render-process-gone\ncrashed, exit code 5\n[^]*render-process-gone\noom/)
  })

  test('of a helper process is written', async () => {
    const { app } = watch()
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'clean-exit', exitCode: 0 })
    expect(log.takeNews()).toBe(false)
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 9 })
    expect(await written()).toContain('GPU: crashed, exit code 9')
  })
})
