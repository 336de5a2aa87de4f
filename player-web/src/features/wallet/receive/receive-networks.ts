import { type WalletChain, walletChains } from '@openauth/client'

/** What a player chooses from: each stands for the networks of its wallet. */
export type ReceiveNetwork = WalletChain

export const receiveNetworks = walletChains
