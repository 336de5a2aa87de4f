import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { IconButton } from '@openauth/ui/icon-button'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Network from 'lucide-react/icons/network'
import { useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { UserLink } from './user-link.tsx'
import { useShownUser } from './user-ref.ts'
import './referrals.css'

/** How many invited users are drawn at once; each is a call for its name. */
const STEP = 20

interface Invited {
  /** The first 1,000. */
  ids: readonly string[]
  /** All, also those that are not listed. */
  total: number
}

const Branch = ({ ids, total }: Invited) => {
  const t = useTranslate()
  const [shown, setShown] = useState(STEP)
  const rest = ids.length - shown
  const unlisted = total - ids.length
  return (
    <ul className="referral-branch">
      {ids.slice(0, shown).map((id) => (
        <Node key={id} id={id} />
      ))}
      {rest > 0 && (
        <li>
          <Button size="small" variant="ghost" onClick={() => setShown(shown + STEP)}>
            {t('users.showMore', { count: Math.min(rest, STEP) })}
          </Button>
        </li>
      )}
      {rest <= 0 && unlisted > 0 && <li className="user-none">{t('users.notListed', { count: unlisted })}</li>}
    </ul>
  )
}

const Children = ({ id }: { id: string }) => {
  const t = useTranslate()
  const { appId } = useShownUser()
  const referral = useQuery(queries.users.referral({ appId, id }))
  return (
    <Loaded query={referral} lines={2}>
      {({ referrals1, totalReferrals1 }) =>
        totalReferrals1 === 0 ? (
          <p className="referral-branch user-none">{t('users.invitedNobody')}</p>
        ) : (
          <Branch ids={referrals1} total={totalReferrals1} />
        )
      }
    </Loaded>
  )
}

/** An invited user, which opens to those that it invited. */
const Node = ({ id }: { id: string }) => {
  const t = useTranslate()
  const { appId } = useShownUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <span className="referral-node">
        <IconButton
          size="small"
          className={isOpen ? 'referral-toggle is-open' : 'referral-toggle'}
          label={t('users.showInvited')}
          aria-expanded={isOpen}
          icon={<ChevronRight size={14} />}
          onClick={() => setOpen(!isOpen)}
        />
        <UserLink appId={appId} id={id} tab="referrals" />
      </span>
      {isOpen && <Children id={id} />}
    </li>
  )
}

/** The users above, the highest first; each inside the one that invited it. */
const Above = ({ ids, own }: { ids: readonly string[]; own: Invited }) => {
  const t = useTranslate()
  const { appId, user } = useShownUser()
  const [id, ...below] = ids
  if (id === undefined) return null
  const isSelf = id === user.id
  return (
    <ul className="referral-branch">
      <li>
        <span className={isSelf ? 'referral-node is-self' : 'referral-node'} aria-current={isSelf || undefined}>
          <UserLink appId={appId} id={id} tab="referrals" />
        </span>
        {!isSelf && <Above ids={below} own={own} />}
        {isSelf && own.total > 0 && <Branch {...own} />}
        {isSelf && own.total === 0 && <p className="referral-branch user-none">{t('users.invitedNobody')}</p>}
      </li>
    </ul>
  )
}

/** Who invited the user, and whom it invited, as a tree that is read level by level. */
export const Referrals = () => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const referral = useQuery(queries.users.referral(scope))
  return (
    <Loaded query={referral}>
      {({ referralChain, referrals1, totalReferrals1, totalReferrals2 }) => (
        <Section
          title={t('users.referrals')}
          description={t('users.referralTotals', { direct: totalReferrals1, indirect: totalReferrals2 })}
        >
          <Card className="referral-tree">
            {referralChain.length <= 1 && totalReferrals1 === 0 ? (
              <EmptyState
                icon={<Network size={18} />}
                title={t('users.noReferrals')}
                reason={t('users.noReferralsReason')}
              />
            ) : (
              <Above ids={referralChain.toReversed()} own={{ ids: referrals1, total: totalReferrals1 }} />
            )}
          </Card>
        </Section>
      )}
    </Loaded>
  )
}
