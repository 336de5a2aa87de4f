/** Which of the user's addresses each network pays to, in the order in which they are offered. */
export const addressFields = { solana: 'solWallet', ethereum: 'ethWallet', polkadot: 'dotWallet' } as const

export type ReceiveNetwork = keyof typeof addressFields

export const receiveNetworks = Object.keys(addressFields) as ReceiveNetwork[]
