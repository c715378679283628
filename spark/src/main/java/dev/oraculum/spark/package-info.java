/**
 * One run of {@code improve} or {@code generate} of many classes on an Apache Spark cluster: a task a class, each a shard of the run that
 * the command line does in a process of its own (docs/guide/spark.md). A task that is lost with its machine is done again by Spark; a
 * result that is there is not.
 */
package dev.oraculum.spark;
