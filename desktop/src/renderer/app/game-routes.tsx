import ChartSpline from 'lucide-react/icons/chart-spline'
import Landmark from 'lucide-react/icons/landmark'
import ListTodo from 'lucide-react/icons/list-todo'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trophy from 'lucide-react/icons/trophy'
import UsersRound from 'lucide-react/icons/users-round'
import type { Screen } from './screen.ts'

/** The screens of an app's tap game, in the order of the navigation. */
export const gameScreens: readonly Screen[] = [
  {
    path: '/apps/:appId/game',
    title: 'gameStats.title',
    icon: ChartSpline,
    section: 'game',
    component: async () => (await import('../features/game-overview/game-overview.tsx')).GameOverview,
    words: 'gameStats.words',
  },
  {
    path: '/apps/:appId/game/rules',
    title: 'gameRules.title',
    icon: SlidersHorizontal,
    section: 'game',
    component: async () => (await import('../features/game-rules/edit-rules.tsx')).EditGameRules,
    words: 'gameRules.words',
  },
  {
    path: '/apps/:appId/game/tasks',
    title: 'gameTasks.title',
    icon: ListTodo,
    section: 'game',
    component: async () => (await import('../features/game-tasks/tasks-screen.tsx')).TasksScreen,
    words: 'gameTasks.words',
  },
  {
    path: '/apps/:appId/game/tasks/:taskId',
    title: 'gameTasks.title',
    icon: ListTodo,
    component: async () => (await import('../features/game-tasks/tasks-screen.tsx')).TasksScreen,
  },
  {
    path: '/apps/:appId/game/boards',
    title: 'boards.title',
    icon: Trophy,
    section: 'game',
    component: async () => (await import('../features/game-boards/boards-screen.tsx')).BoardsScreen,
    words: 'boards.words',
  },
  {
    path: '/apps/:appId/game/squads',
    title: 'squads.title',
    icon: UsersRound,
    section: 'game',
    component: async () => (await import('../features/squads/squads-screen.tsx')).SquadsScreen,
    words: 'squads.words',
  },
  {
    path: '/apps/:appId/game/squads/:squadId',
    title: 'squads.title',
    icon: UsersRound,
    component: async () => (await import('../features/squads/squads-screen.tsx')).SquadsScreen,
  },
  {
    path: '/apps/:appId/game/payouts',
    title: 'payouts.title',
    icon: Landmark,
    section: 'game',
    component: async () => (await import('../features/payouts/payouts-screen.tsx')).PayoutsScreen,
    words: 'payouts.words',
  },
  {
    path: '/apps/:appId/game/fair-play',
    title: 'fairPlay.title',
    icon: ShieldAlert,
    section: 'game',
    component: async () => (await import('../features/fair-play/list-flagged.tsx')).ListFlagged,
    words: 'fairPlay.words',
  },
  {
    path: '/apps/:appId/game/fair-play/:userId',
    title: 'fairPlay.review',
    icon: ShieldAlert,
    component: async () => (await import('../features/fair-play/show-review.tsx')).ShowReview,
  },
]
