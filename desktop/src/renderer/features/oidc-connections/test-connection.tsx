import { Button } from '@openauth/ui/button'
import { Section } from '@openauth/ui/section'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef } from 'react'
import { queries } from '../../api/queries.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { TestResult } from '../login-methods/test-result.tsx'
import type { Connection } from './connections-query.ts'
import { fieldTitles } from './field-titles.ts'

/** What a test found, with the names that the form has for the fields. */
const named = (text: string, t: Translate): string =>
  (['clientId', 'clientSecret'] as const).reduce((said, name) => said.replaceAll(name, t(fieldTitles[name])), text)

/** A finding at the end of the panel, which is scrolled to it. */
const Shown = (result: ComponentProps<typeof TestResult>) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place} className="connection-finding">
      <TestResult {...result} />
    </div>
  )
}

interface Props {
  appId: string
  connection: Connection
}

/** Asks the provider with what is stored. What was found is of one version of the connection. */
export const TestConnection = ({ appId, connection: { id } }: Props) => {
  const t = useTranslate()
  const test = useMutation(queries.oidcConnections.test())
  const found = test.isPending ? undefined : test.data
  return (
    <Section
      title={t('oidcConnections.test')}
      description={t('oidcConnections.testLead')}
      actions={
        <Button loading={test.isPending} onClick={() => test.mutate({ appId, connectionId: id })}>
          {t('login-methods.test')}
        </Button>
      }
    >
      {found && (
        <Shown
          ok={found.ok}
          message={named(found.message, t)}
          remedy={found.remedy && named(found.remedy, t)}
          lines={[...found.checked, ...found.notes]}
        />
      )}
      {test.error && <Shown ok={false} message={test.error.message} remedy={null} />}
    </Section>
  )
}
