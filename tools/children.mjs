// Programs that the tools start and wait for. What ends a tool ends them, and what ends npm ends the tool.
// Plain JavaScript for a Node that may be too old for the rest.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** How often a program that has not ended gets the signal again. Milliseconds. */
const AGAIN_EVERY = 1000

/**
 * Runs a program until it ends; a signal to this process ends the program first, and then this process. The answer is its
 * exit code. With `signalAgain` the program gets the signal every second until it has ended.
 * @param {string} command @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { signalAgain?: boolean }} options
 * @returns {Promise<number>}
 */
export const run = (command, args, { signalAgain = false, ...options }) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, options)
    /** @type {NodeJS.Signals | undefined} */
    let received
    /** @type {NodeJS.Timeout | undefined} */
    let again
    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      received = signal
      child.kill('SIGTERM')
      if (signalAgain) again ??= setInterval(() => child.kill('SIGTERM'), AGAIN_EVERY)
    }
    for (const signal of signals) process.on(signal, end)
    const stopListening = () => {
      clearInterval(again)
      for (const signal of signals) process.off(signal, end)
    }
    child.once('error', (error) => {
      stopListening()
      fail(error)
    })
    child.once('exit', (code) => {
      stopListening()
      if (received) process.exit(128 + constants.signals[received])
      done(code === null ? 1 : code)
    })
  })

/** How often npm is looked for. Milliseconds. */
const EVERY = 500

/**
 * Calls `end` once what started this process is gone. npm ends the shell between it and this process, and passes no signal
 * on. Without npm a parent may leave on purpose, as nohup's does.
 * @param {() => void} end
 */
export const onParentGone = (end) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, EVERY)
  timer.unref()
}
