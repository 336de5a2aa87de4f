import { getAddress, hexlify, randomBytes, Wallet } from 'ethers'

/** An address that nobody has used. */
export const newEthereumAddress = (): string => getAddress(hexlify(randomBytes(20)))

/** A new key. ethers' createRandom makes a phrase first, and takes a hundred times as long. */
export const newEthereumKey = (): Wallet => new Wallet(hexlify(randomBytes(32)))
