import { endpoints } from '@openauth/client'
import { useZodForm } from '@openauth/ui/form'
import { useMemo } from 'react'
import { VersionedForm } from '../../components/versioned-form.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { ClientFields } from './client-fields.tsx'
import { clientSchema, newClient, valuesOf } from './client-values.ts'
import type { OidcClient } from './clients-query.ts'
import { useSaveClient } from './use-save-client.ts'

interface Props {
  appId: string
  /** Undefined for a new one. */
  client: OidcClient | undefined
  /** Somebody deleted the client after it was shown here. */
  isGone: boolean
  /** Called after a new client was added. */
  onAdded: (client: OidcClient) => void
  onSecret: (secret: string) => void
}

/** Adds a client, or saves what was edited of one. */
export const ClientForm = ({ appId, client, isGone, onAdded, onSecret }: Props) => {
  const t = useTranslate()
  const saving = useSaveClient(appId, client, isGone, onSecret)
  const values = useMemo(() => (client ? valuesOf(client) : newClient), [client])
  const form = useZodForm(clientSchema, { values })
  return (
    <VersionedForm
      {...{ form, isGone, saving, valuesOf, onAdded }}
      entry={client}
      calls={endpoints.oidcClients}
      addLabel={t('oidcClients.add')}
    >
      {(existing) => <ClientFields client={existing} />}
    </VersionedForm>
  )
}
