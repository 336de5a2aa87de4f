// How `npm run dev` ends what it started.

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {ChildProcess} child */
const isRunning = ({ exitCode, signalCode }) => exitCode === null && signalCode === null

/**
 * Asks programs to end. Those that have not after `patience` milliseconds are killed: tsx waits for ever for a server that
 * was killed. Where they lead process groups of their own (`detached`), with all that they started.
 * @param {ChildProcess[]} children @param {{ patience: number, detached: boolean }} options
 * @returns {Promise<boolean>} whether one had to be killed
 */
export const endChildren = async (children, { patience, detached }) => {
  const running = children.filter(isRunning)
  const gone = Promise.all(running.map((child) => new Promise((done) => child.once('exit', done))))
  let hasKilled = false
  const timer = setTimeout(() => {
    hasKilled = true
    for (const child of running.filter(isRunning)) process.kill((detached ? -1 : 1) * Number(child.pid), 'SIGKILL')
  }, patience)
  for (const child of running) child.kill('SIGTERM')
  await gone
  clearTimeout(timer)
  return hasKilled
}
