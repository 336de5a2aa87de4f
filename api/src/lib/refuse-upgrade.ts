import type { ClientRequest } from 'node:http'

/**
 * Ends a request whose server switches the protocol, which nobody asked for (RFC 9110, section 15.2.2). Without a listener Node closes the
 * connection and tells the request nothing, neither an answer nor an error, nor later that it was aborted.
 * https://nodejs.org/api/http.html#event-upgrade
 */
export const refuseUpgrade = (request: ClientRequest, refuse: (error: Error) => void): ClientRequest =>
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    refuse(Object.assign(new Error('The server switched to another protocol'), { code: 'UNEXPECTED_UPGRADE' }))
  })
