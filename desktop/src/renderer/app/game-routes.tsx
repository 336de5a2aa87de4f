import { endpoints } from '@openauth/client'
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
    title: 'gameScreens.overview',
    icon: ChartSpline,
    section: 'game',
    call: endpoints.gameStats.get,
    component: async () => (await import('../features/game-overview/game-overview.tsx')).GameOverview,
    words: 'gameScreens.overviewWords',
  },
  {
    path: '/apps/:appId/game/rules',
    title: 'gameScreens.rules',
    icon: SlidersHorizontal,
    section: 'game',
    call: endpoints.gameRules.get,
    component: async () => (await import('../features/game-rules/edit-rules.tsx')).EditGameRules,
    words: 'gameScreens.rulesWords',
  },
  {
    path: '/apps/:appId/game/tasks',
    title: 'gameScreens.tasks',
    icon: ListTodo,
    section: 'game',
    call: endpoints.gameTasks.list,
    component: async () => (await import('../features/game-tasks/tasks-screen.tsx')).TasksScreen,
    words: 'gameScreens.tasksWords',
  },
  {
    path: '/apps/:appId/game/tasks/:taskId',
    title: 'gameScreens.tasks',
    icon: ListTodo,
    call: endpoints.gameTasks.list,
    component: async () => (await import('../features/game-tasks/tasks-screen.tsx')).TasksScreen,
  },
  {
    path: '/apps/:appId/game/boards',
    title: 'gameScreens.boards',
    icon: Trophy,
    section: 'game',
    call: endpoints.gameBoards.get,
    component: async () => (await import('../features/game-boards/boards-screen.tsx')).BoardsScreen,
    words: 'gameScreens.boardsWords',
  },
  {
    path: '/apps/:appId/game/squads',
    title: 'gameScreens.squads',
    icon: UsersRound,
    section: 'game',
    call: endpoints.gameSquads.list,
    component: async () => (await import('../features/squads/squads-screen.tsx')).SquadsScreen,
    words: 'gameScreens.squadsWords',
  },
  {
    path: '/apps/:appId/game/squads/:squadId',
    title: 'gameScreens.squads',
    icon: UsersRound,
    call: endpoints.gameSquads.list,
    component: async () => (await import('../features/squads/squads-screen.tsx')).SquadsScreen,
  },
  {
    path: '/apps/:appId/game/payouts',
    title: 'gameScreens.payouts',
    icon: Landmark,
    section: 'game',
    call: endpoints.treasury.get,
    component: async () => (await import('../features/payouts/payouts-screen.tsx')).PayoutsScreen,
    words: 'gameScreens.payoutsWords',
  },
  {
    path: '/apps/:appId/game/fair-play',
    title: 'gameScreens.fairPlay',
    icon: ShieldAlert,
    section: 'game',
    call: endpoints.gameReviews.list,
    component: async () => (await import('../features/fair-play/list-flagged.tsx')).ListFlagged,
    words: 'gameScreens.fairPlayWords',
  },
  {
    path: '/apps/:appId/game/fair-play/:userId',
    title: 'gameScreens.review',
    icon: ShieldAlert,
    call: endpoints.gameReviews.get,
    component: async () => (await import('../features/fair-play/show-review.tsx')).ShowReview,
  },
]
