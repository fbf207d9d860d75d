import type { AddedUser } from '#schemas/user/user.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';

export type UserForm = FormOf<AddedUser>;
