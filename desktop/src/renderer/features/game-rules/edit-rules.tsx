import { endpoints } from '@openauth/client'
import type { GameRules, GameRulesVersion } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useZodForm, type ZodForm } from '@openauth/ui/form'
import { Notice } from '@openauth/ui/notice'
import { toast } from '@openauth/ui/toaster'
import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { useMemo, useRef, useState } from 'react'
import { get, useFormState } from 'react-hook-form'
import { queries } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { EditForm } from '../../components/edit-form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import '../../i18n/game-words.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { Differences } from './differences.tsx'
import { ruleLeaves } from './rule-fields.ts'
import { RuleSections } from './rule-sections.tsx'
import { changesOf, rulesSchema, type RuleValues, typedOf, valueAt, valuesOf } from './rule-values.ts'
import { longTitleOf } from './rule-words.ts'
import { Simulation } from './simulation.tsx'
import { type OtherRules, useSaveRules } from './use-save-rules.ts'
import { Versions } from './versions.tsx'
// The rows and columns of rules, which look as those of a wallet policy do.
import '../policies/policies.css'
import './game-rules.css'

/** What stands above the button that saves: what somebody else changed, and which rules cannot be saved so. */
const BeforeSaving = ({ others }: { others: OtherRules | undefined }) => {
  const t = useTranslate()
  const { errors } = useFormState()
  const wrong = ruleLeaves.filter(({ path }) => get(errors, path) !== undefined)
  return (
    <>
      {others && (
        <Notice tone="warning" title={t('gameRules.changedTitle', { version: others.now.version })}>
          <Differences before={others.before} after={others.now.rules} />
          <p>{t('appSettings.changedNext')}</p>
        </Notice>
      )}
      {wrong.length > 0 && (
        <p role="alert" className="ui-field-error">
          {t('gameRules.toCorrect', { rules: wrong.map(longTitleOf).join(', ') })}
        </p>
      )}
    </>
  )
}

type RulesForm = ZodForm<RuleValues, GameRules>

/** The changes in the form, or those that could be read last. */
const useChanges = (form: RulesForm, stored: GameRules) => {
  const typed = JSON.stringify(form.watch())
  const last = useRef(stored)
  // oxlint-disable-next-line react/exhaustive-deps -- `typed` is what the form contains.
  const parsed = useMemo(() => rulesSchema.safeParse(form.getValues()), [typed])
  if (parsed.success) last.current = parsed.data
  return { changes: changesOf(stored, last.current), isReadable: parsed.success }
}

interface Props {
  appId: string
  stored: GameRulesVersion
  isListing: boolean
  onListed: () => void
}

/** The rules of an app's game as a form, a simulation of what is not saved yet, and the versions. */
const EditRules = ({ appId, stored, isListing, onListed }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const form: RulesForm = useZodForm(rulesSchema, { values: valuesOf(stored.rules, format) })
  const { save, others, seen } = useSaveRules(appId, stored, form.formState.isDirty)
  const { changes, isReadable } = useChanges(form, seen.rules)
  const restore = ({ version, rules }: GameRulesVersion) => {
    // A rule that is newer than that version stays as it is.
    for (const field of ruleLeaves.filter(({ path }) => valueAt(rules, path) !== undefined))
      form.setValue(field.path as never, typedOf(field, valueAt(rules, field.path), format) as never, {
        shouldDirty: true,
        shouldValidate: true,
      })
    onListed()
    toast.info(version === 0 ? t('gameRules.restoredBuiltIn') : t('gameRules.restored', { version }))
  }
  return (
    <div className="policy-columns">
      <EditForm call={endpoints.gameRules.update} form={form} onSubmit={save} others={<BeforeSaving others={others} />}>
        <RuleSections />
      </EditForm>
      <aside className="policy-aside">
        <Simulation appId={appId} version={seen.version} changes={changes} isReadable={isReadable} />
      </aside>
      <Versions appId={appId} inForce={stored.version} open={isListing} onClose={onListed} onRestore={restore} />
    </div>
  )
}

const OfApp = ({ appId, ...panel }: Omit<Props, 'stored'>) => {
  const stored = useQuery(queries.gameRules.get({ appId }))
  return (
    <Loaded query={stored} lines={12}>
      {(data) => <EditRules appId={appId} stored={data} {...panel} />}
    </Loaded>
  )
}

/** The rules of an app's tap game. */
export const EditGameRules = () => {
  const t = useTranslate()
  const [isListing, setListing] = useState(false)
  const versions = (
    <Button icon={<History size={14} />} onClick={() => setListing(!isListing)} aria-expanded={isListing}>
      {t('gameRules.versions')}
    </Button>
  )
  return (
    <AppScreen title={t('gameScreens.rules')} lead={t('gameRules.lead')} actions={versions}>
      {(app) => <OfApp key={app.id} appId={app.id} isListing={isListing} onListed={() => setListing(false)} />}
    </AppScreen>
  )
}
