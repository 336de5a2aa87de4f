import { type AdminRole, adminRoles, ApiError, type App, includesRole } from '@openauth/client'
import { Checkbox } from '@openauth/ui/checkbox'
import { RadioGroup } from '@openauth/ui/radio-group'
import { TextField } from '@openauth/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { roleLeads, roleTitles } from '../../lib/roles.ts'
import './admins.css'

/** What an admin may do; `apps` are ids, null for all. */
export interface Rights {
  role: AdminRole
  apps: string[] | null
}

/** A new admin begins with the least rights. */
export const newRights: Rights = { role: 'viewer', apps: null }

/** The rights as they are sent: an owner has all apps. Throws an error with the message at the apps where none is chosen. */
export const sentRights = ({ role, apps }: Rights, noApps: string): Rights => {
  if (role === 'owner') return { role, apps: null }
  if (apps?.length === 0)
    throw new ApiError(400, {
      code: 'validation_failed',
      message: noApps,
      issues: [{ path: 'apps', message: noApps }],
    })
  return { role, apps }
}

/** From how many apps on they are found by typing. */
const MANY = 8

interface ChosenProps {
  /** Ids. */
  apps: readonly string[]
  onChange: (apps: string[]) => void
}

const AppChoice = ({ list, apps, onChange }: ChosenProps & { list: readonly App[] }) => {
  const t = useTranslate()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = list.filter(({ id, name }) => name.toLowerCase().includes(wanted) || id.includes(wanted))
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...apps, id] : apps.filter((other) => other !== id))
  return (
    <fieldset className="admin-apps" aria-label={t('admins.chosenApps')}>
      {list.length > MANY && (
        <TextField
          label={t('admins.searchApps')}
          isLabelHidden
          placeholder={t('admins.searchApps')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="admin-apps-list">
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<span dir="auto">{name}</span>}
            checked={apps.includes(id)}
            onCheckedChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
        {shown.length === 0 && <p className="admin-apps-note">{t('admins.noSuchApp')}</p>}
      </div>
      <p className="admin-apps-note" aria-live="polite">
        {t('admins.chosen', { count: apps.length })}
      </p>
    </fieldset>
  )
}

const ChosenApps = (props: ChosenProps) => {
  const all = useQuery(queries.apps.list())
  return (
    <Loaded query={all} lines={3}>
      {(list) => <AppChoice list={list} {...props} />}
    </Loaded>
  )
}

interface Props {
  rights: Rights
  error: Error | null
  onChange: (rights: Rights) => void
  /** The highest role to choose from. Default: owner. */
  most?: AdminRole
  /** Whether apps are chosen in any case, as by who has some only. */
  isChoosing?: boolean
}

const Apps = ({ rights, error, onChange, isChoosing = false }: Props) => {
  const t = useTranslate()
  const { apps } = rights
  // What was chosen is there again after a look at the other choice.
  const [chosen, setChosen] = useState(apps ?? [])
  const choose = (next: string[]) => {
    setChosen(next)
    onChange({ ...rights, apps: next })
  }
  if (isChoosing) return <ChosenApps apps={chosen} onChange={choose} />
  return (
    <>
      <RadioGroup
        label={t('admins.apps')}
        value={apps ? 'chosen' : 'all'}
        error={issueOf(error, 'apps')}
        options={[
          { value: 'all', label: t('admins.allApps'), hint: t('admins.allAppsLead') },
          { value: 'chosen', label: t('admins.chosenApps'), hint: t('admins.chosenAppsLead') },
        ]}
        onValueChange={(value) => onChange({ ...rights, apps: value === 'all' ? null : chosen })}
      />
      {apps && <ChosenApps apps={apps} onChange={choose} />}
    </>
  )
}

/** The role of an admin, and for others than owners which apps it looks after. */
export const RightsFields = (props: Props) => {
  const t = useTranslate()
  const { rights, error, onChange, most = 'owner' } = props
  const roles = adminRoles.filter((role) => includesRole(most, role))
  return (
    <>
      <RadioGroup
        label={t('admins.role')}
        value={rights.role}
        error={issueOf(error, 'role')}
        options={roles.map((value) => ({ value, label: t(roleTitles[value]), hint: t(roleLeads[value]) }))}
        onValueChange={(role) => onChange({ ...rights, role })}
      />
      {rights.role !== 'owner' && <Apps {...props} />}
    </>
  )
}
