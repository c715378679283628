package objects;

import java.util.HashMap;
import java.util.Map;

/** The rules of a game: what players may do to each other. */
public class Rules {
    public static class Player {
        private final int id;
        private int gold;
        private int strength;
        private boolean jailed;

        public Player(int id) {
            this.id = id;
        }

        public int getId() {
            return id;
        }

        public int getGold() {
            return gold;
        }

        public void setGold(int gold) {
            this.gold = gold;
        }

        public int getStrength() {
            return strength;
        }

        public void setStrength(int strength) {
            this.strength = strength;
        }

        public boolean isJailed() {
            return jailed;
        }

        public void setJailed(boolean jailed) {
            this.jailed = jailed;
        }
    }

    public static class Action {
        private final int kind;
        private final int actor;
        private final int target;

        public Action(int kind, int actor, int target) {
            this.kind = kind;
            this.actor = actor;
            this.target = target;
        }

        public int getKind() {
            return kind;
        }

        public int getActor() {
            return actor;
        }

        public int getTarget() {
            return target;
        }
    }

    public static class GameState {
        private final Map<Integer, Player> players = new HashMap<>();
        private boolean open;

        public void addPlayer(Player player) {
            if (!players.containsKey(player.getId())) {
                players.put(player.getId(), player);
            }
        }

        public Player player(int id) {
            return players.get(id);
        }

        public boolean isOpen() {
            return open;
        }

        public void setOpen(boolean open) {
            this.open = open;
        }
    }

    /** Which rule allows the action; 0: none. */
    public int check(Action action, GameState state) {
        Player actor = state.player(action.getActor());
        Player target = state.player(action.getTarget());
        if (actor == null || target == null) {
            return 0;
        }
        if (!state.isOpen()) {
            return 0;
        }
        if (actor == target) {
            return 0;
        }
        switch (action.getKind()) {
            case 1:
                return actor.getGold() > target.getGold() ? 1 : 0;
            case 2:
                if (target.isJailed()) {
                    return 0;
                }
                return actor.getStrength() > 3 ? 2 : 0;
            case 3:
                if (!target.isJailed()) {
                    return 0;
                }
                return actor.getGold() == 5 ? 3 : 0;
            case 4:
                return actor.isJailed() ? 4 : 0;
            default:
                return 0;
        }
    }
}
