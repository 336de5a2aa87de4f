/** The page above a page; undefined for the pages of the tabs, and for others that have none. */
export const parentOf = (path: string): '/earn' | '/wallet' | undefined => {
  if (path.startsWith('/wallet/')) return '/wallet'
  if (path.startsWith('/tap/')) return '/earn'
  return ['/game', '/referral', '/dapp', '/privacy', '/tap'].includes(path) ? '/earn' : undefined
}
