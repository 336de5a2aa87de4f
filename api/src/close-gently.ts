import type { FastifyInstance } from 'fastify'

/** Time limit for running requests when the server stops, in milliseconds. */
const PATIENCE = 10_000

/** How often connections are closed whose request was answered meanwhile. Milliseconds. */
const IDLE_EVERY = 100

/** Answers what is under way; Node closes the connections that are idle when it is asked, and not those that become so. */
export const closeGently = async (app: FastifyInstance): Promise<void> => {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_EVERY)
  const cut = setTimeout(() => app.server.closeAllConnections(), PATIENCE)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}
