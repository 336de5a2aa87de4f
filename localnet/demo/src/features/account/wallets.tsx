import type { Wallets as Addresses } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { Copyable } from '@openauth/ui/copyable'
import { SkeletonLines } from '@openauth/ui/skeleton'
import { useEffect, useState } from 'react'
import { Problem } from '../../components/problem.tsx'
import { Card } from '../../components/card.tsx'

const chains = [
  ['Solana', 'solWallet'],
  ['Ethereum', 'ethWallet'],
  ['Polkadot', 'dotWallet'],
] as const

/** The wallets that the server keeps for the user. */
export const Wallets = () => {
  const { client } = useOpenAuth()
  const [wallets, setWallets] = useState<Addresses | null>(null)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    client.account.wallets().then(setWallets, setError)
  }, [client])
  return (
    <Card title="Wallets" note="Made by the server for this user.">
      <Problem error={error} />
      {!wallets && !error && <SkeletonLines />}
      {wallets && (
        <dl className="facts">
          {chains.map(([name, field]) => (
            <div key={field}>
              <dt>{name}</dt>
              <dd>
                <Copyable value={wallets[field]} name={`${name} address`} truncate={false} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
