import type { App } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Switch } from '@openauth/ui/switch'
import { TextField } from '@openauth/ui/text-field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { homeOfApp, START_PATH } from '../../navigation/addresses.ts'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { isFirstTime } from './first-time.ts'
import { Steps } from './steps.tsx'

/** Methods that work without settings of a provider. */
const methods = [
  { name: 'usernameEnabled', label: 'setup.username', hint: 'setup.usernameMethodHint' },
  { name: 'passkeyEnabled', label: 'setup.passkey', hint: 'setup.passkeyHint' },
  { name: 'ethEnabled', label: 'setup.ethereum', hint: 'setup.ethereumHint' },
  { name: 'solEnabled', label: 'setup.solana', hint: 'setup.solanaHint' },
] as const

type Chosen = Partial<Record<(typeof methods)[number]['name'], boolean>>

/** The switches that are no longer as the app has them: only what changes is sent, and audited. */
const changesOf = (app: App, chosen: Chosen): Chosen =>
  Object.fromEntries(
    methods.flatMap(({ name }) =>
      chosen[name] === undefined || chosen[name] === app[name] ? [] : [[name, chosen[name]]],
    ),
  )

const useLeave = () => {
  const navigate = useNavigate()
  return (app?: App) => {
    isFirstTime.set(false)
    void navigate((app && homeOfApp(app.id)) ?? START_PATH, { replace: true })
  }
}

const FirstApp = ({ onCreated }: { onCreated: (app: App) => void }) => {
  const t = useTranslate()
  const leave = useLeave()
  const queryClient = useQueryClient()
  const create = useMutation({
    ...queries.apps.create(),
    onSuccess: async (app) => {
      await queryClient.invalidateQueries({ queryKey: queries.apps.list().queryKey })
      onCreated(app)
    },
  })
  return (
    <Panel title={t('setup.appTitle')} top={<Steps current={1} />} lead={t('setup.appLead')}>
      <EntryForm
        submitLabel={t('setup.createApp')}
        isBusy={create.isPending}
        error={create.error}
        fields={['name']}
        onSubmit={({ name = '' }) => create.mutateAsync({ name })}
        more={
          <Button variant="ghost" onClick={() => leave()}>
            {t('setup.later')}
          </Button>
        }
      >
        <TextField
          label={t('setup.appName')}
          name="name"
          hint={t('setup.appNameHint')}
          error={issueOf(create.error, 'name')}
        />
      </EntryForm>
    </Panel>
  )
}

const FirstMethods = ({ app }: { app: App }) => {
  const t = useTranslate()
  const leave = useLeave()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>({})
  const update = useMutation({
    ...queries.apps.update(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.apps.list().queryKey })
      leave(app)
    },
  })
  const save = async (changes: Chosen): Promise<void> => {
    if (Object.keys(changes).length === 0) leave(app)
    else await update.mutateAsync({ id: app.id, ...changes })
  }
  return (
    <Panel title={t('setup.methodsTitle')} top={<Steps current={2} />} lead={t('setup.methodsLead', { app: app.name })}>
      <EntryForm
        submitLabel={t('setup.finish')}
        isBusy={update.isPending}
        error={update.error}
        fields={[]}
        onSubmit={() => save(changesOf(app, chosen))}
      >
        {methods.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={t(label)}
            hint={t(hint)}
            checked={chosen[name] ?? app[name]}
            onCheckedChange={(isOn) => setChosen({ ...chosen, [name]: isOn })}
          />
        ))}
      </EntryForm>
    </Panel>
  )
}

/** After the first admin: the first app, then its login methods. Both can be left for later. */
export const Welcome = () => {
  const [app, setApp] = useState<App>()
  return app ? <FirstMethods app={app} /> : <FirstApp onCreated={setApp} />
}
