// In place of rpc-websockets, which @solana/web3.js imports for subscriptions. The server makes no Connection and so none
// of these; the package's licence, LGPL-3.0, asks that whoever gets a bundle can replace it there.

/** What web3.js extends when it is loaded. */
export function CommonClient() {
  throw new Error('This bundle has no WebSocket client for Solana')
}

export const WebSocket = CommonClient
