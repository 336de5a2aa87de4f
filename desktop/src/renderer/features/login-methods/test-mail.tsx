import { Button } from '@openauth/ui/button'
import { Section } from '@openauth/ui/section'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { TestResult } from './test-result.tsx'

/** Sends a mail in the app's brand to an address of the operator's, and shows the mail server's answer. */
export const TestMail = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const [to, setTo] = useState('')
  const send = useMutation(queries.loginMethods.testMail())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending) send.mutate({ appId, to: to.trim() })
  }
  const found = send.data
  return (
    <Section title={t('login-methods.testMail')} description={t('login-methods.testMailLead')}>
      <form className="method-mail" onSubmit={submit} noValidate>
        <TextField
          label={t('login-methods.testMailTo')}
          type="email"
          autoComplete="email"
          value={to}
          error={issueOf(send.error, 'to') ?? send.error?.message}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" loading={send.isPending} disabled={to.trim() === ''}>
          {t('login-methods.testMailSend')}
        </Button>
      </form>
      {found && (
        <TestResult
          {...found}
          lines={[
            t('login-methods.mailFrom', { from: found.from }),
            ...(found.answer ? [t('login-methods.mailAnswer', { answer: found.answer })] : []),
          ]}
        />
      )}
    </Section>
  )
}
