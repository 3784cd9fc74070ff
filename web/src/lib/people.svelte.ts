/** Who sits before this screen. */
import { api } from "./api";
import type { Me } from "./types";

const NOBODY: Me = { name: null, roles: [], is_guest: false, must_change_password: false, has_pin: false };
const STAFF = ["dealer", "inspector", "pit-boss", "surveillance", "instructor", "administrator"];
/** Surveillance watches what others open. */
const OPENERS = ["dealer", "inspector", "pit-boss", "instructor", "administrator"];
const TEACHERS = ["instructor", "administrator"];
const PIT = ["inspector", "pit-boss", "surveillance", "administrator"];

class Person {
  me = $state.raw<Me>(NOBODY);
  isKnown = $state(false);

  get name(): string | null {
    return this.me.name;
  }

  get isSignedIn(): boolean {
    return this.me.name !== null;
  }

  /** Whether they hold one of these duties now: none before they have a password of their own. */
  has(...roles: string[]): boolean {
    return !this.me.must_change_password && roles.some((role) => this.me.roles.includes(role));
  }

  get isStaff(): boolean {
    return this.has(...STAFF);
  }

  get isInPit(): boolean {
    return this.has(...PIT);
  }

  get isTeacher(): boolean {
    return this.has(...TEACHERS);
  }

  get mayOpenTables(): boolean {
    return this.has(...OPENERS);
  }

  /** Guests, and those who would become one, do not play where things go wrong on purpose. */
  mayPlayAt(table: { is_rehearsal: boolean }): boolean {
    return !table.is_rehearsal || (this.isSignedIn && !this.me.is_guest);
  }

  async find(): Promise<void> {
    this.me = await api.me();
    this.isKnown = true;
  }

  become(me: Me): void {
    this.me = me;
    this.isKnown = true;
  }
}

export const person = new Person();
