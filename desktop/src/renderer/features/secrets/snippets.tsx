import { CodeBlock } from '@openauth/ui/code-block'
import { Tabs } from '@openauth/ui/tabs'
import { useQuery } from '@tanstack/react-query'
// The page's programs, which its test runs: what is copied here is what was tried.
import page from '../../../../../docs/verify-a-token.md?raw'
import { serverQuery } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export const languages = [
  { id: 'sh', title: 'curl' },
  { id: 'js', title: 'Node.js' },
  { id: 'python', title: 'Python' },
  { id: 'go', title: 'Go' },
] as const

/** The first code block of docs/verify-a-token.md in a language. */
export const programIn = (language: (typeof languages)[number]['id']): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(page)?.[1] ?? ''

/** What the programs take from the environment. The key and the token are placeholders: the console stores neither. */
export const environmentOf = ({ address, appId, key, token }: Record<'address' | 'appId' | 'key' | 'token', string>) =>
  [
    `export OPENAUTH_URL=${address}`,
    `export OPENAUTH_APP_ID=${appId}`,
    `export OPENAUTH_APP_SECRET='<${key}>'`,
    `export TOKEN='<${token}>'`,
  ].join('\n')

/** Programs that verify the tokens of an app's users, with what they take from the environment. */
export const Snippets = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const server = useQuery(serverQuery)
  const placeholders = { key: t('secrets.anyKey'), token: t('secrets.anyToken') }
  const environment = environmentOf({ address: server.data?.address ?? '', appId, ...placeholders })
  const tabs = languages.map(({ id, title }) => ({
    value: id,
    label: title,
    content: <CodeBlock title={title} code={programIn(id)} />,
  }))
  return (
    <div className="secrets-snippets">
      <CodeBlock title={t('secrets.environment')} code={environment} />
      <Tabs label={t('secrets.programs')} tabs={tabs} />
    </div>
  )
}
