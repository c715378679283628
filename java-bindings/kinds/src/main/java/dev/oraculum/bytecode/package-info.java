/** What the planner of the supervisor and the weaver in the worker both need to know of bytecode: exits, definitions, types of locals. */
package dev.oraculum.bytecode;
