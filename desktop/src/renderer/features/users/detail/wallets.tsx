import {
  addressPageOf,
  type Network,
  networkFacts,
  networks,
  testNetworks,
  type WalletChain,
  walletChainOf,
  walletChains,
  walletFacts,
} from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { Copyable } from '@openauth/ui/copyable'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { ExternalLink } from '../../../components/external-link.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { Balances } from './balances.tsx'
import { useShownUser } from './user-ref.ts'

/** The wallets of a user by the field that has their address. */
export const userWallets = walletChains.map((chain) => ({ chain, ...walletFacts[chain] }))

/** The networks that a chain's wallet uses; those with real money first. */
export const networksOf = (chain: WalletChain): Network[] => {
  const own = networks.filter((network) => walletChainOf(network) === chain)
  return [...own.filter((network) => !testNetworks.includes(network)), ...own.filter((n) => testNetworks.includes(n))]
}

/** The addresses of the user's wallets, with what they hold and the explorer's page on each network. */
export const Wallets = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const wallets = useQuery(queries.users.wallets(scope))
  return (
    <Section title={t('users.wallets')} description={t('users.walletsLead')}>
      <Loaded query={wallets}>
        {(addresses) => (
          <div className="user-wallets">
            {userWallets.map(({ chain, field, title }) => (
              <Card key={chain} className="user-wallet">
                <h3>{title}</h3>
                <Copyable value={addresses[field]} name={`${title}: ${t('users.address')}`} truncate={false} />
                <ul aria-label={t('users.balances')}>
                  {networksOf(chain).map((network) => (
                    <li key={network}>
                      <ExternalLink href={addressPageOf(network, addresses[field])}>
                        {networkFacts[network].title}
                      </ExternalLink>
                      <Balances network={network} />
                    </li>
                  ))}
                </ul>
              </Card>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  )
}
