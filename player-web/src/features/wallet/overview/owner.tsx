import { Avatar } from '../../../components/avatar.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Failure, Skeleton } from '../../../components/states.tsx'
import { useCopied } from '../../../components/use-copied.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { shortenAddress } from '../../../lib/format.ts'
import { usePlayer, useWallets } from '../../../session/player.ts'
import { Announcement } from '../announcement.tsx'

const CopyAddress = ({ address }: { address: string }) => {
  const t = useTranslate()
  const { isCopied, copy } = useCopied()
  const short = shortenAddress(address)
  return (
    <>
      <button
        type="button"
        className="owner-address"
        aria-label={t('wallet.copyAddress', { address: short })}
        onClick={() => void copy(address)}
      >
        <span className="owner-digits">{short}</span>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <Announcement>{isCopied && t('copy.copied')}</Announcement>
    </>
  )
}

const Address = () => {
  const query = useWallets()
  if (query.data) return <CopyAddress address={query.data.solWallet} />
  if (query.isError) return <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  return <Skeleton lines={1} className="owner-waiting" />
}

/** The wallet's owner and address; a click copies the whole address. */
export const Owner = () => {
  const player = usePlayer()
  if (!player) return null
  const { username, openauth } = player
  return (
    <section className="owner">
      <Avatar src={openauth.avatar} name={username} size="large" />
      <div className="owner-words">
        <p className="owner-name">{username}</p>
        <Address />
      </div>
    </section>
  )
}
