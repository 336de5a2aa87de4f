/** The seed phrase that development chains share, and its first accounts as MetaMask and Phantom derive them. */
export const devPhrase = 'test test test test test test test test test test test junk'
export const devAccounts = {
  evm: { path: "m/44'/60'/0'/0/0", address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  solana: { path: "m/44'/501'/0'/0'", address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' },
}
