/** The account of the phrase that development chains share: sr25519 without a path, as polkadot.js and SubWallet derive it. */
export const varaDevAccount = 'kGkEiZRJ16xHc71gmbaL1Azzu4uq6GHdZHqNVNgzgd9ZFGxBb'
