import { endpoints, defaultGameRules, type GameRules, type GameRulesVersion } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Pagination, pagesByNumber } from '@openauth/ui/pagination'
import { SidePanel } from '@openauth/ui/side-panel'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { May } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { Differences } from './differences.tsx'

const PAGE = 20

/** The rules that everybody begins with, as a version. */
const builtIn: GameRulesVersion = { version: 0, createdAt: null, madeBy: null, rules: defaultGameRules }

interface EntryProps {
  entry: GameRulesVersion
  before: GameRules | undefined
  isInForce: boolean
  onRestore: () => void
}

const Entry = ({ entry, before, isInForce, onRestore }: EntryProps) => {
  const t = useTranslate()
  const { version, createdAt, madeBy, rules } = entry
  const who = madeBy && (madeBy.username ?? t('gameRules.goneAdmin', { id: madeBy.id }))
  return (
    <li className="rule-version">
      <div className="rule-version-head">
        <h3 className="policy-rule-title">
          {version === 0 ? t('gameRules.builtIn') : t('gameRules.version', { version })}
          {isInForce && <Badge tone="success">{t('gameRules.inForce')}</Badge>}
        </h3>
        {!isInForce && (
          <May call={endpoints.gameRules.update}>
            <Button size="small" onClick={onRestore}>
              {t('gameRules.restore')}
            </Button>
          </May>
        )}
      </div>
      {createdAt !== null && (
        <p className="policy-rule-note">
          <Time at={createdAt} /> {who && <span dir="auto">· {who}</span>}
        </p>
      )}
      {before && <Differences before={before} after={rules} />}
    </li>
  )
}

interface Props {
  appId: string
  inForce: number
  open: boolean
  onClose: () => void
  /** Puts the rules of a version into the form. */
  onRestore: (version: GameRulesVersion) => void
}

const List = ({ appId, inForce, onRestore }: Pick<Props, 'appId' | 'inForce' | 'onRestore'>) => {
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...queries.gameRules.versions({ appId, page, limit: PAGE }),
    placeholderData: keepPreviousData,
  })
  const total = list.data?.meta.totalItems ?? 0
  // The version before the last one of this page, with which that is compared.
  const next = useQuery({
    ...queries.gameRules.versions({ appId, page: page * PAGE + 1, limit: 1 }),
    enabled: total > page * PAGE,
  })
  return (
    <Loaded query={list} lines={8}>
      {({ data }) => {
        const isLast = total <= page * PAGE
        const shown = isLast ? [...data, builtIn] : data
        const beforeAt = (at: number) => (shown[at + 1] ?? (isLast ? undefined : next.data?.data[0]))?.rules
        const pages = pagesByNumber({ page, pageSize: PAGE, shown: data.length, total, onPageChange: setPage })
        return (
          <>
            <ul className="rule-versions">
              {shown.map((entry, at) => (
                <Entry
                  key={entry.version}
                  entry={entry}
                  before={beforeAt(at)}
                  isInForce={entry.version === inForce}
                  onRestore={() => onRestore(entry)}
                />
              ))}
            </ul>
            {total > PAGE && <Pagination {...pages} />}
          </>
        )
      }}
    </Loaded>
  )
}

/** The versions of the rules, newest first: who made each, and what it changed. */
export const Versions = ({ appId, inForce, open, onClose, onRestore }: Props) => {
  const t = useTranslate()
  return (
    <SidePanel title={t('gameRules.versions')} description={t('gameRules.versionsLead')} open={open} onClose={onClose}>
      <List appId={appId} inForce={inForce} onRestore={onRestore} />
    </SidePanel>
  )
}
