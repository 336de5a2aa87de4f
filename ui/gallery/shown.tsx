import { useState } from 'react'
import { Avatar } from '../src/avatar.tsx'
import { Badge, Status } from '../src/badge.tsx'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { CodeBlock } from '../src/code-block.tsx'
import { Copyable } from '../src/copyable.tsx'
import { DefinitionList } from '../src/definition-list.tsx'
import { Mark } from '../src/mark.tsx'
import { SecretValue } from '../src/secret-value.tsx'
import { Section } from '../src/section.tsx'
import { Time } from '../src/time.tsx'

const HOUR = 3_600_000
const snippet = `const answer = await fetch('https://login.example.com/user/profile', {
  headers: { authorization: \`Bearer \${token}\` },
})`

const Details = () => {
  const [seen] = useState(() => Date.now() - 3 * HOUR)
  return (
    <Card>
      <DefinitionList
        items={[
          { term: 'User', value: <Copyable value="usr_01J9ZK4T7Q8R2M5W6X3Y" name="user id" /> },
          {
            term: 'Wallet',
            value: <Copyable value="7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5" name="address" truncate={[8, 8]} />,
          },
          { term: 'API key', value: <SecretValue value="oa_live_4f9a7c2be81d" name="API key" shownEnd={4} /> },
          { term: 'Last seen', value: <Time at={seen} /> },
          { term: 'Registered', value: <Time at="2026-03-04T14:05:09Z" isExact /> },
          { term: 'State', value: <Status tone="success">Active</Status> },
          { term: 'Referred by', value: undefined },
        ]}
      />
    </Card>
  )
}

export const Shown = () => (
  <Section title="Values" actions={<Button size="small">Edit</Button>}>
    <div className="gallery-row">
      <Badge>Draft</Badge>
      <Badge tone="success">Live</Badge>
      <Badge tone="warning">Rotation due</Badge>
      <Badge tone="danger">Blocked</Badge>
      <Badge tone="info">Beta</Badge>
      <Status tone="success">Confirmed</Status>
      <Status tone="busy">Sending</Status>
      <Status tone="warning">Delayed</Status>
      <Status tone="danger">Failed</Status>
      <Status tone="neutral">Disabled</Status>
    </div>
    <div className="gallery-row">
      <Mark />
      <Avatar name="Ada Lovelace" />
      <Avatar name="Ada Lovelace" size="large" />
      <Avatar name="Ada Lovelace" tone="accent" />
      <Avatar name="Ada Lovelace" tone="accent" size="large" />
    </div>
    <div className="gallery-columns">
      <Details />
      <CodeBlock title="Node.js" code={snippet} />
    </div>
  </Section>
)
