/*
 * JVMTI StopThread: throws an exception in a thread, wherever it is. Thread.stop did this until JDK 20; the JVM TI function still does.
 *
 * Plain functions for Rust, which owns every JNI symbol: a JNIEXPORT in a static library is not exported from the shared library made of it.
 */
#include <jvmti.h>
#include <stddef.h>

/* One environment per JVM; written once, under the lock of KillSwitch.load. */
static jvmtiEnv *environment = NULL;

/* Asks for can_signal_thread, which HotSpot grants in the live phase too. 0, or a JVMTI or JNI error code. */
int oraculum_jvmti_acquire(void *vm)
{
    JavaVM *java = (JavaVM *)vm;
    jvmtiEnv *jvmti = NULL;
    jvmtiCapabilities wanted = {0};
    jvmtiError error;
    jint status;

    if (environment != NULL) {
        return 0;
    }
    status = (*java)->GetEnv(java, (void **)&jvmti, JVMTI_VERSION_1_2);
    if (status != JNI_OK) {
        return status;
    }
    wanted.can_signal_thread = 1;
    error = (*jvmti)->AddCapabilities(jvmti, &wanted);
    if (error != JVMTI_ERROR_NONE) {
        (*jvmti)->DisposeEnvironment(jvmti);
        return (int)error;
    }
    environment = jvmti;
    return 0;
}

/* 0, or a JVMTI error code. Both references must be valid in the calling thread. */
int oraculum_jvmti_stop_thread(void *thread, void *exception)
{
    if (environment == NULL) {
        return JVMTI_ERROR_NOT_AVAILABLE;
    }
    return (int)(*environment)->StopThread(environment, (jthread)thread, (jobject)exception);
}
