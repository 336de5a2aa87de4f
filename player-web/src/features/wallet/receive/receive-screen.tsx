import { walletFacts, type Wallets } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/states.tsx'
import { useCopied } from '../../../components/use-copied.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useWallets } from '../../../session/player.ts'
import { Announcement } from '../announcement.tsx'
import { Screen } from '../screen.tsx'
import { NetworkChoice } from './network-choice.tsx'
import { type ReceiveNetwork } from './receive-networks.ts'
import './receive.css'

const CopyButton = ({ address }: { address: string }) => {
  const t = useTranslate()
  const { isCopied, copy } = useCopied()
  return (
    <>
      <Button variant="primary" className="wide" onClick={() => void copy(address)}>
        {t(isCopied ? 'copy.copied' : 'receive.copy')}
      </Button>
      <Announcement>{isCopied && t('copy.copied')}</Announcement>
    </>
  )
}

/** Black on white whatever the page's colours, with the quiet zone of four modules that ISO/IEC 18004 requires. */
const AddressCode = ({ address, label }: { address: string; label: string }) => (
  <div className="receive-code">
    <QRCodeSVG value={address} size={224} marginSize={4} level="M" aria-label={label} />
  </div>
)

const Address = ({ wallets, network }: { wallets: Wallets; network: ReceiveNetwork }) => {
  const t = useTranslate()
  const address = wallets[walletFacts[network].field]
  const name = t(`receive.${network}`)
  return (
    <section className="receive" aria-label={t('receive.address', { network: name })}>
      <AddressCode address={address} label={t('receive.qr', { network: name })} />
      <p className="mono receive-address" translate="no">
        {address}
      </p>
      <CopyButton key={network} address={address} />
      <Notice>
        <p>{t(`receive.${network}Only`)}</p>
      </Notice>
    </section>
  )
}

/** The user's address on each chain, to scan, read or copy. */
const ReceiveScreen = () => {
  const t = useTranslate()
  const { data: wallets } = useWallets()
  const [network, setNetwork] = useState<ReceiveNetwork>('solana')
  return (
    <Screen title={t('wallet.receive')}>
      <NetworkChoice network={network} onChange={setNetwork} />
      {wallets ? <Address wallets={wallets} network={network} /> : <Skeleton lines={4} />}
    </Screen>
  )
}

export default ReceiveScreen
