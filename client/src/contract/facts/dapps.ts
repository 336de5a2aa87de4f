/** The default colours of a dapp's landing card. */
export const dappColors = { borderColor: '#FBB042', bgColor: '#CB7419' } as const
