/** The field of the user's address for each network, in the order of the choice. */
export const addressFields = { solana: 'solWallet', ethereum: 'ethWallet', polkadot: 'dotWallet' } as const

export type ReceiveNetwork = keyof typeof addressFields

export const receiveNetworks = Object.keys(addressFields) as ReceiveNetwork[]
