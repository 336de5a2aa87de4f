export interface FundedAddresses {
  solana?: string
  ethereum?: string
  vara?: string
}

/** What each address received: smallest units in decimal, "0" where it held enough. */
export type Funded = Partial<Record<keyof FundedAddresses, Record<string, string>>>
