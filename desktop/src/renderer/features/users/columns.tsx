import type { User } from '@openauth/client'
import { Avatar } from '@openauth/ui/avatar'
import { Copyable } from '@openauth/ui/copyable'
import type { CsvColumn } from '@openauth/ui/csv'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { Link } from 'react-router-dom'
import type { Translate } from '../../i18n/i18n.ts'
import { MethodIcons } from './method.tsx'
import { UserState } from './state.tsx'
import { emailOf, providersOf, userName } from '../../lib/user-name.ts'

/** A row of a list: a user with its app. */
export type UserRow = User & { app: { id: string; name: string } }

/** The address of a user's screen. */
export const userPath = (appId: string, userId: string): string => `/apps/${appId}/users/${userId}`

const Name = ({ user }: { user: UserRow }) => {
  const name = userName(user)
  return (
    <span className="user-cell">
      <Avatar name={name} />
      <Link to={userPath(user.app.id, user.id)} dir="auto" title={name}>
        {name}
      </Link>
    </span>
  )
}

const Text = ({ value }: { value: string | null }) =>
  value === null ? (
    <span className="user-none">–</span>
  ) : (
    <span dir="auto" title={value}>
      {value}
    </span>
  )

const Email = ({ user, t }: { user: UserRow; t: Translate }) => {
  const { address, isOfGoogle } = emailOf(user)
  if (!isOfGoogle) return <Text value={address} />
  return (
    <span dir="auto" title={t('users.emailOfGoogle', { address })}>
      {address}
    </span>
  )
}

const common = (t: Translate): DataColumn<UserRow>[] => [
  {
    id: 'user',
    title: t('users.user'),
    isRequired: true,
    width: 'minmax(12rem, 1.6fr)',
    cell: (user) => <Name user={user} />,
  },
  { id: 'email', title: t('apps.email'), width: 'minmax(10rem, 1.4fr)', cell: (user) => <Email user={user} t={t} /> },
  {
    id: 'methods',
    title: t('users.methods'),
    width: 'minmax(6rem, 0.7fr)',
    cell: (user) => <MethodIcons methods={providersOf(user)} />,
  },
  { id: 'state', title: t('users.state'), width: 'minmax(7rem, 0.7fr)', cell: (user) => <UserState user={user} /> },
]

const times = (t: Translate): DataColumn<UserRow>[] => [
  {
    id: 'createdAt',
    title: t('users.registered'),
    isSortable: true,
    isDescendingFirst: true,
    width: 'minmax(8.5rem, 0.7fr)',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'lastSeenAt',
    title: t('users.lastSeen'),
    isSortable: true,
    isDescendingFirst: true,
    width: 'minmax(8.5rem, 0.7fr)',
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
]

const further = (t: Translate): DataColumn<UserRow>[] => [
  {
    id: 'id',
    title: t('users.id'),
    isHidden: true,
    cell: ({ id }) => <Copyable value={id} name={t('users.id')} truncate={[8, 4]} />,
  },
  { id: 'username', title: t('apps.username'), isHidden: true, cell: ({ username }) => <Text value={username} /> },
  { id: 'externalId', title: t('users.externalId'), isHidden: true, cell: (user) => <Text value={user.externalId} /> },
  { id: 'referCode', title: t('users.referCode'), isHidden: true, cell: ({ referCode }) => <code>{referCode}</code> },
]

/** The columns of a list of users; with their app where the list is of all apps. */
export const userColumns = (t: Translate, hasApp: boolean): DataColumn<UserRow>[] => [
  ...common(t),
  ...(hasApp
    ? [{ id: 'app', title: t('users.app'), cell: ({ app }: UserRow) => <Text value={app.name} /> } as const]
    : []),
  ...times(t),
  ...further(t),
]

/** The columns of the file: all of them, whatever the table shows. */
export const userCsvColumns = (t: Translate): CsvColumn<UserRow>[] => [
  { title: t('users.id'), value: ({ id }) => id },
  { title: t('users.user'), value: userName },
  { title: t('apps.username'), value: ({ username }) => username },
  { title: t('apps.email'), value: (user) => emailOf(user).address },
  { title: t('users.methods'), value: (user) => providersOf(user).join(' ') },
  { title: t('users.state'), value: ({ disabled }) => (disabled ? 'disabled' : 'active') },
  { title: t('users.externalId'), value: ({ externalId }) => externalId },
  { title: t('users.referCode'), value: ({ referCode }) => referCode },
  { title: t('users.app'), value: ({ app }) => app.name },
  { title: t('users.appId'), value: ({ app }) => app.id },
  { title: t('users.registered'), value: ({ createdAt }) => new Date(createdAt) },
  { title: t('users.lastSeen'), value: ({ lastSeenAt }) => new Date(lastSeenAt) },
]
