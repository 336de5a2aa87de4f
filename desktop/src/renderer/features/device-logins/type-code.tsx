import type { Client } from '@openauth/client'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** A device that waits for approval, and the code that was typed for it. */
export interface WaitingDevice {
  userCode: string
  device: Awaited<ReturnType<Client['deviceLogins']['show']>>
}

const showDevice = async (userCode: string): Promise<WaitingDevice> => ({
  userCode,
  device: await client.deviceLogins.show({ userCode }),
})

/**
 * Asks for the code that the terminal shows. It comes from no address: a link that somebody sends must not be enough (RFC 8628,
 * section 5.4).
 */
export const TypeCode = ({ onFound }: { onFound: (waiting: WaitingDevice) => void }) => {
  const t = useTranslate()
  const find = useMutation({ mutationFn: showDevice, onSuccess: onFound })
  return (
    <EntryForm
      submitLabel={t('deviceScreen.continue')}
      isBusy={find.isPending}
      error={find.error}
      fields={['userCode']}
      onSubmit={({ userCode = '' }) => find.mutateAsync(userCode)}
    >
      <TextField
        label={t('deviceScreen.code')}
        name="userCode"
        hint={t('deviceScreen.codeHint')}
        className="device-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        error={issueOf(find.error, 'userCode')}
      />
    </EntryForm>
  )
}
