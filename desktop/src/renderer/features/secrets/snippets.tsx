import { CodeBlock } from '@openauth/ui/code-block'
import { Tabs } from '@openauth/ui/tabs'
import { useQuery } from '@tanstack/react-query'
// The page's programs, which its test runs: what is copied here is what was tried.
import page from '../../../../../docs/verify-a-token.md?raw'
import { serverQuery } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'

const languages = [
  { id: 'sh', title: 'curl' },
  { id: 'js', title: 'Node.js' },
  { id: 'python', title: 'Python' },
  { id: 'go', title: 'Go' },
] as const

/** The first code block of docs/verify-a-token.md in a language. */
export const programIn = (language: (typeof languages)[number]['id']): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(page)?.[1] ?? ''

/** Programs that verify the tokens of an app's users, with what they take from the environment. */
export const Snippets = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const server = useQuery(serverQuery)
  const environment = `export OPENAUTH_URL=${server.data?.address ?? ''}\nexport OPENAUTH_APP_ID=${appId}`
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
